// What every page runs. What only some pages need is fetched by those.
import "./ages.js";
import "./copy.js";

if (document.querySelector("[data-panel]")) await import("./panel.js");

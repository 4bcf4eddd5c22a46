// Whether the page is as some media query says, and again when that changes.

import { useEffect, useState } from "../../../vendor/htm-3.1.1/standalone.module.js";

/** @param {string} query @returns {boolean} */
export function useMedia(query) {
  const [isSuch, setSuch] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const tell = () => setSuch(list.matches);
    tell();
    list.addEventListener("change", tell);
    return () => list.removeEventListener("change", tell);
  }, [query]);
  return isSuch;
}

// Where items stand. Which segment of a route belongs to which id is said by the published summary, where it is not the
// id itself: the rules by which a segment is made are nobody's business here.

/** What a link of this site leaves as it is, and `encodeURIComponent` would not. */
const PLAIN = /%(?:24|26|2B|2C|3B|3D|40)/g;

/**
 * The link to the page of an item.
 * @param {string} route the link to the page of its graph, which ends in "/"
 * @param {Record<string, string>} segments by id
 * @param {string} id
 * @returns {string}
 */
export function itemLink(route, segments, id) {
  const segment = Object.hasOwn(segments, id) ? segments[id] : id;
  return `${route}${encodeURIComponent(segment).replace(PLAIN, decodeURIComponent)}/`;
}

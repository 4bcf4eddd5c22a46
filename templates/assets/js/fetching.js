// Reading published data. An answer is what was read or why nothing was; there is no third way, and no exception.

/** How long a server may keep silent, in milliseconds. */
const PATIENCE = 60_000;

/**
 * What was read: the value, and by what to tell whether it is still the same.
 * @typedef {{ value: any, etag: string, text: string }} Reading
 */
/**
 * Nobody answered; the server refused, with its code; or what came is not what belongs there.
 * @typedef {{ cause: "silent" | "refused" | "garbled", file: string, code: number }} Failure
 */
/** @typedef {{ reading: Reading, changed: boolean, failure: null } | { failure: Failure }} Answer */

/**
 * Asks for a JSON file, by a conditional request where the browser knows it already.
 * @param {string} address
 * @param {Reading | null} last what was read before
 * @param {(value: any) => boolean} isExpected whether the value is what belongs there
 * @param {typeof fetch} [ask]
 * @returns {Promise<Answer>}
 */
export async function readJson(address, last, isExpected, ask = fetch) {
  const file = address.slice(address.lastIndexOf("/") + 1);
  const fail = (/** @type {Failure["cause"]} */ cause, code = 0) => ({ failure: { cause, file, code } });
  try {
    const response = await ask(address, { cache: "no-cache", signal: AbortSignal.timeout(PATIENCE) });
    const { ok, status, headers } = response;
    if (!ok) return fail("refused", status);
    const etag = headers.get("ETag") ?? "";
    const text = await response.text();
    if (last && ((etag && etag === last.etag) || text === last.text)) {
      return { reading: last, changed: false, failure: null };
    }
    const value = parse(text);
    if (value === undefined || !isExpected(value)) return fail("garbled");
    return { reading: { value, etag, text }, changed: true, failure: null };
  } catch {
    return fail("silent");
  }
}

/**
 * @param {string} text
 * @returns {any} undefined for what is no JSON
 */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

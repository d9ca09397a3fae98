/**
 * The Node-API version of the database driver.
 *
 * Node 22.14, 23.6 and newer have it.
 */
const NEEDED_NAPI = 10;
/** The version in `engines` and in every document. */
const NEEDED_NODE = '22.14';

/**
 * Returns why this Node cannot run Cabinet; null when it can.
 *
 * Without the check it would crash without a message.
 */
export function nodeFault({ node, napi }: { node: string; napi?: string }): string | null {
  if (Number.parseInt(napi ?? '0', 10) >= NEEDED_NAPI) return null;
  const found = `v${node}, with Node-API ${napi ?? 'none'}`;
  return `Cabinet needs Node ${NEEDED_NODE} or newer, with Node-API ${NEEDED_NAPI}; this is ${found}.`;
}

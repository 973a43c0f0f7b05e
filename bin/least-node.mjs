const LEAST = [24, 6]

/** The first Node that supports compression dictionaries. The store needs them to read the pages of jobs. */
export const LEAST_NODE = LEAST.join('.')

/** Whether the running Node is older. */
export function isOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  return major < LEAST[0] || (major === LEAST[0] && minor < LEAST[1])
}

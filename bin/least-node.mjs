const LEAST = [24, 6]

/** The first Node that packs to dictionaries as the store holds them: an older one could not read pages of jobs. */
export const LEAST_NODE = LEAST.join('.')

/** Whether the Node that runs is older. */
export function isOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  return major < LEAST[0] || (major === LEAST[0] && minor < LEAST[1])
}

/** The nodes that a config mentions as `nodes.a`; null if it mentions `nodes` in another way, which may mean all of them. */
export function mentionsIn(config: unknown): string[] | null {
  const text = JSON.stringify(config)
  const named = [...text.matchAll(/\bnodes\.([A-Za-z_]\w*)/g)].map(([, name]) => name!)
  const mentioned = text.match(/\bnodes\b/g)?.length ?? 0
  return mentioned > named.length ? null : named
}

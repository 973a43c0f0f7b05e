/**
 * Returns the nodes that a config mentions as `nodes.a`; null if it uses `nodes` in another way, which may mean all of them.
 */
export function mentionsIn(config: unknown): string[] | null {
  // Texts are searched unserialized: in JSON a line break is `\n`, whose letter would join the word after it.
  const mentions = [...textsIn(config)].map(mentionsInText)
  return mentions.includes(null) ? null : mentions.flatMap(named => named ?? [])
}

function mentionsInText(text: string): string[] | null {
  const named = [...text.matchAll(/\bnodes\.([A-Za-z_]\w*)/g)].map(([, name]) => name!)
  const mentioned = text.match(/\bnodes\b/g)?.length ?? 0
  return mentioned > named.length ? null : named
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value)) yield* textsIn(part)
}

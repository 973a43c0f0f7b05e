/**
 * Measures contestants alternately, so that a machine that is busy for a while slows all of them equally: one warm-up round
 * that does not count, then `rounds` that do. Returns the results by name.
 */
export async function inTurn<Name extends string, Contestant, Told>(
  contestants: Record<Name, Contestant>,
  ask: (contestant: Contestant) => Promise<Told>,
  rounds: number,
): Promise<Record<Name, Told[]>> {
  for (const contestant of Object.values<Contestant>(contestants)) await ask(contestant)
  return afreshInTurn(contestants, ask, rounds)
}

/** Like `inTurn`, for contestants that start from scratch each time, such as separate processes. All rounds count. */
export async function afreshInTurn<Name extends string, Contestant, Told>(
  contestants: Record<Name, Contestant>,
  ask: (contestant: Contestant) => Promise<Told>,
  rounds: number,
): Promise<Record<Name, Told[]>> {
  const named = Object.entries<Contestant>(contestants) as [Name, Contestant][]
  const told = Object.fromEntries(named.map(([name]) => [name, []])) as unknown as Record<Name, Told[]>
  for (let round = 0; round < rounds; round++)
    for (const [name, contestant] of named) told[name].push(await ask(contestant))
  return told
}

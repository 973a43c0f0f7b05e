/**
 * Measures contestants alternately, so that a machine that is busy for a while slows all of them equally: one warm-up round
 * that does not count, then `rounds` that do. Returns the results by name.
 */
export async function inTurn<Name extends string, Contestant, Result>(
  contestants: Record<Name, Contestant>,
  ask: (contestant: Contestant) => Promise<Result>,
  rounds: number,
): Promise<Record<Name, Result[]>> {
  for (const contestant of Object.values<Contestant>(contestants)) await ask(contestant)
  return afreshInTurn(contestants, ask, rounds)
}

/** Like `inTurn`, for contestants that start from scratch each time, such as separate processes. All rounds count. */
export async function afreshInTurn<Name extends string, Contestant, Result>(
  contestants: Record<Name, Contestant>,
  ask: (contestant: Contestant) => Promise<Result>,
  rounds: number,
): Promise<Record<Name, Result[]>> {
  const namedContestants = Object.entries<Contestant>(contestants) as [Name, Contestant][]
  const results = Object.fromEntries(namedContestants.map(([name]) => [name, []])) as unknown as Record<
    Name,
    Result[]
  >
  for (let round = 0; round < rounds; round++)
    for (const [name, contestant] of namedContestants) results[name].push(await ask(contestant))
  return results
}

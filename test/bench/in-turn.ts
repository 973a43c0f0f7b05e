/**
 * Asks contestants in turn, so that a machine that is busy for a while slows all alike: a round that does not count, then
 * so many that do. Gives what each told, by its name.
 */
export async function inTurn<Name extends string, Contestant, Told>(
  contestants: Record<Name, Contestant>,
  ask: (contestant: Contestant) => Promise<Told>,
  rounds: number,
): Promise<Record<Name, Told[]>> {
  for (const contestant of Object.values<Contestant>(contestants)) await ask(contestant)
  return afreshInTurn(contestants, ask, rounds)
}

/** The same of what begins afresh each time, such as a process of its own: all rounds count. */
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

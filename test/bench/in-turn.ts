/**
 * Asks contestants in turn, so that a machine that is busy for a while slows all alike: a round that does not count, then
 * so many that do. Gives what each told, by its name.
 */
export async function inTurn<Name extends string, Contestant, Told>(
  contestants: Record<Name, Contestant>,
  ask: (contestant: Contestant) => Promise<Told>,
  rounds: number,
): Promise<Record<Name, Told[]>> {
  const named = Object.entries<Contestant>(contestants) as [Name, Contestant][]
  for (const [, contestant] of named) await ask(contestant)
  const told = Object.fromEntries(named.map(([name]) => [name, []])) as unknown as Record<Name, Told[]>
  for (let round = 0; round < rounds; round++)
    for (const [name, contestant] of named) told[name].push(await ask(contestant))
  return told
}

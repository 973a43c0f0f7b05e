/**
 * Asks contestants in turn, so that a machine that is busy for a while slows all alike: a round that does not count, then
 * so many that do. Gives what each told, by its name.
 */
export async function inTurn<Contestant, Told>(
  contestants: Record<string, Contestant>,
  ask: (contestant: Contestant) => Promise<Told>,
  rounds: number,
): Promise<Record<string, Told[]>> {
  const told: Record<string, Told[]> = {}
  for (const [name, contestant] of Object.entries(contestants)) {
    await ask(contestant)
    told[name] = []
  }
  for (let round = 0; round < rounds; round++)
    for (const [name, contestant] of Object.entries(contestants)) told[name]!.push(await ask(contestant))
  return told
}

import { iso } from '../../base/times.ts'
import type { Vault } from '../../settings/sealed.ts'
import type { Engine } from '../engine.ts'

/** A variable as lists show it; the value of a secret one is null. */
interface Variable {
  name: string
  value: string | null
  secret: boolean
  updated_at: string
}

interface Row {
  name: string
  value: string
  is_secret: 0 | 1
  is_sealed: 0 | 1
  updated_at: number
}

const MAX_VARIABLES = 200

const toVariable = ({ name, value, is_secret, updated_at }: Row): Variable => ({
  name,
  value: is_secret ? null : value,
  secret: is_secret === 1,
  updated_at: iso(updated_at),
})

/** Stores the variables of accounts. With a vault, secret ones are sealed. */
export function createVariableStore(engine: Engine, vault?: Vault) {
  const all = engine.prepare<Row>('SELECT * FROM variables WHERE account_id = ? ORDER BY name')
  const find = engine.prepare<Row>('SELECT * FROM variables WHERE account_id = ? AND name = ?')
  const count = engine.prepare<{ n: number }>('SELECT count(*) AS n FROM variables WHERE account_id = ?')
  const upsert = engine.prepare(`
    INSERT INTO variables (account_id, name, value, is_secret, is_sealed, updated_at)
    VALUES (@accountId, @name, @value, @isSecret, @isSealed, @now)
    ON CONFLICT DO UPDATE SET value = excluded.value, is_secret = excluded.is_secret,
      is_sealed = excluded.is_sealed, updated_at = excluded.updated_at
  `)
  const remove = engine.prepare('DELETE FROM variables WHERE account_id = ? AND name = ?')

  return {
    list: async (accountId: string): Promise<Variable[]> => all.all(accountId).map(toVariable),
    /** Returns all values by name, including secret ones, except those that cannot be opened here. */
    async values(accountId: string): Promise<{ name: string; value: string }[]> {
      return all.all(accountId).flatMap(({ name, value, is_sealed }) => {
        const plain = is_sealed ? unseal(value, vault) : value
        return plain === null ? [] : [{ name, value: plain }]
      })
    },
    /** Returns null if the account already has the maximum number. */
    set: (
      accountId: string,
      variable: { name: string; value: string; secret: boolean },
      now: number,
    ): Promise<Variable | null> =>
      engine.write(() => {
        const { name, value, secret } = variable
        if (!find.get(accountId, name) && count.get(accountId)!.n >= MAX_VARIABLES) return null
        const isSealed = secret && vault !== undefined
        upsert.run({
          accountId,
          name,
          value: isSealed ? vault.seal(value) : value,
          isSecret: Number(secret),
          isSealed: Number(isSealed),
          now,
        })
        return toVariable(find.get(accountId, name)!)
      }),
    /** Returns false if the variable does not exist. */
    remove: (accountId: string, name: string): Promise<boolean> =>
      engine.write(() => remove.run(accountId, name).changes > 0),
  }
}

function unseal(value: string, vault: Vault | undefined): string | null {
  try {
    return vault?.open(value) ?? null
  } catch {
    return null
  }
}

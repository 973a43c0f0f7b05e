import { commandLine } from '../../base/command.ts'
import { AppError } from '../../base/errors.ts'
import { DAY, iso } from '../../base/times.ts'
import { isDamage } from './disk-errors.ts'

/** Milliseconds for which lost changes are reported. */
export const LOSS_REPORTED_MS = 7 * DAY

/** Changes that the store no longer has, as noticed at a start. */
export interface Loss {
  at: number
  said: string
}

/** The health of a store: whether it is damaged, lost changes, or differs from a new one. */
export interface Health {
  /** Examines an error; one that shows damage stops all writing. */
  note(error: unknown): void
  /** Stops all writing because of the damage found, one line each. */
  damaged(found: string[]): void
  /** Calls `listener` once, when the first damage is found. */
  whenDamaged(listener: () => void): void
  /** Sets the newest intact backup; null if there is none. */
  backupFound(file: string | null): void
  /** The damage that was found; null if none is known. */
  damage(): string | null
  /** The error for every write into a damaged store; null if the store may be written. */
  refusal(): AppError | null
  /** What `doctor` reports: the loss of changes, and the newest intact backup. */
  facts(): { loss: string | null; backup: string | null }
  /** Warnings for `status`, `doctor` and the log. */
  warnings(): string[]
}

interface HealthDependencies {
  /** How the schema of the store differs from that of a new one. */
  differences: string[]
  loss: Loss | null
  now(): number
}

const refusalOf = (remedy: string) =>
  new AppError('unavailable_service', 'The store is damaged, so nothing is written into it.', {
    hint: `${remedy}. Nothing was charged; what can be read still can.`,
    cause: STORE_DAMAGED,
  })

const STORE_DAMAGED = new Error('The store is damaged.')

/** Whether an error only says that the store is known to be damaged. */
export const isRefusal = (error: unknown): boolean => (error as Error | null)?.cause === STORE_DAMAGED

/** Keeps track of a store's health. */
export function createHealth({ differences, loss, now }: HealthDependencies): Health {
  let damage: string | null = null
  let onDamage: () => void = () => {}
  let backup: string | null | undefined

  const lossText = () =>
    loss && now() - loss.at < LOSS_REPORTED_MS ? `${loss.said} Noticed at ${iso(loss.at)}.` : null

  const remedy = () =>
    backup
      ? `Stop Winnow and put the newest good backup in its place: ${commandLine`restore ${backup}`}`
      : `Stop Winnow and put a backup in its place: ${commandLine`restore FILE`}${backup === null ? ' (no intact one was found in the folder `backups`)' : ''}`

  const damaged = (found: string[]) => {
    if (damage !== null) return
    damage = found.slice(0, 3).join('; ')
    onDamage()
  }

  return {
    note(error) {
      const damage = [error, (error as Error | null)?.cause].find(isDamage) as Error | undefined
      if (damage) damaged([damage.message])
    },
    damaged,
    whenDamaged(listener) {
      onDamage = listener
      if (damage !== null) listener()
    },
    backupFound(file) {
      backup = file
    },
    damage: () => damage,
    refusal: () => (damage === null ? null : refusalOf(remedy())),
    facts: () => ({ loss: lossText(), backup: backup ?? null }),
    warnings: () => [
      ...(damage === null
        ? []
        : [`The store is damaged (${damage}). Nothing is written into it. ${remedy()}.`]),
      ...[lossText() ?? []].flat(),
      ...(differences.length
        ? [
            `The store differs from one that this Winnow creates: ${differences.join(', ')}. Report this with the version that created it.`,
          ]
        : []),
    ],
  }
}

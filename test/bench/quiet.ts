import { existsSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * The share of the processors (1 is all of them) that other work used before a part began, and that the host of a virtual
 * machine took.
 */
export interface Noise {
  busy: number
  /** Null if the system does not report it. */
  steal: number | null
}

const SAMPLE_MS = 1_000
/** How long a part waits for the machine to become quiet. */
const MAX_WAIT_MS = 20_000
const QUIET = 0.05

/** Waits until nothing else runs, up to `PATIENCE_MS`. Returns the noise at the end of the wait. */
export async function waitForQuiet(): Promise<Noise> {
  const until = performance.now() + MAX_WAIT_MS
  let noise = await measureNoise()
  while (!isQuiet(noise) && performance.now() < until) noise = await measureNoise()
  return noise
}

const isQuiet = ({ busy, steal }: Noise) => busy <= QUIET && (steal ?? 0) <= QUIET

/** The warning to print for a part if the machine had other work; null if it had none. */
export function warningOf(noise: Noise): string | null {
  if (isQuiet(noise)) return null
  const percent = (share: number) => `${Math.round(share * 100)} %`
  const stolen = noise.steal ? `, and the host of the machine ${percent(noise.steal)}` : ''
  return `Other work took ${percent(noise.busy)} of the processors${stolen} when this began: read the ratios only.`
}

async function measureNoise(): Promise<Noise> {
  const before = ticks()
  await pause(SAMPLE_MS)
  const after = ticks()
  const all = after.all - before.all
  const share = (part: number) => Math.round((part / all) * 1000) / 1000
  return {
    busy: share(all - (after.idle - before.idle)),
    steal: before.steal === null ? null : share(after.steal! - before.steal),
  }
}

function ticks(): { all: number; idle: number; steal: number | null } {
  const times = cpus().map(({ times }) => times)
  const idle = times.reduce((sum, one) => sum + one.idle, 0)
  const all = times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0)
  return { all, idle, steal: stolenMs() }
}

const TICK_MS = 10

/** Milliseconds that the host of a virtual machine took from it, as Linux reports them. */
function stolenMs(): number | null {
  if (!existsSync('/proc/stat')) return null
  const [, , , , , , , , steal = '0'] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]!.split(/\s+/)
  return Number(steal) * TICK_MS
}

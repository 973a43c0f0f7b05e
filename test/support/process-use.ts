import { readFileSync } from 'node:fs'

const TICK_MS = 10

/** Milliseconds of the processor that all threads of a process had so far; null where the system does not tell. */
export function cpuOf(pid: number): number | null {
  const text = procOf(pid, 'stat')
  if (text === null) return null
  const [user, system] = text.slice(text.lastIndexOf(')')).split(' ').slice(12)
  return (Number(user) + Number(system)) * TICK_MS
}

/** Most memory that a process has had, in megabytes; null where the system does not tell. */
export function peakOf(pid: number): number | null {
  const peak = /VmHWM:\s+(\d+)/.exec(procOf(pid, 'status') ?? '')
  return peak && Number(peak[1]) / 1024
}

function procOf(pid: number, file: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return null
  }
}

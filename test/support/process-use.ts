import { readFileSync } from 'node:fs'

const TICK_MS = 10

/** CPU milliseconds that all threads of a process have used so far; null if the system does not report them. */
export function cpuOf(pid: number): number | null {
  const text = procOf(pid, 'stat')
  if (text === null) return null
  const [user, system] = text.slice(text.lastIndexOf(')')).split(' ').slice(12)
  return (Number(user) + Number(system)) * TICK_MS
}

/** Peak memory of a process in megabytes; null if the system does not report it. */
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

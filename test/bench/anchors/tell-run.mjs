/**
 * Tells how a run over many pages went, from the start of this process on; `startMs` of it went by before the first was
 * asked for.
 */
export function tellRun({ startMs, rows }) {
  const ms = performance.now()
  const { user, system } = process.cpuUsage()
  const peakMb = process.resourceUsage().maxRSS / 1024
  process.send?.({ ms, startMs, cpuMs: (user + system) / 1000, rows, peakMb })
}

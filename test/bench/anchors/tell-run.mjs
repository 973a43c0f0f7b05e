/**
 * Reads many pages so many times in this process, and tells how the last time went; `startMs` went by before its first
 * page was asked for. `read` gives the rows that it found.
 */
export async function tellRun(read, times) {
  let startMs
  let rows
  for (let time = 0; time < times; time++) {
    startMs = performance.now()
    rows = await read()
  }
  const ms = performance.now()
  const { user, system } = process.cpuUsage()
  const peakMb = process.resourceUsage().maxRSS / 1024
  process.send?.({ ms, startMs, cpuMs: (user + system) / 1000, rows, peakMb })
}

import { powerMonitor } from 'electron'
import type { App } from '../server/app.ts'

/** Tells the service when the machine goes to sleep and wakes up. No timer runs in between. */
export function forwardPowerEvents(service: App): void {
  powerMonitor.on('suspend', () => service.power('suspend'))
  powerMonitor.on('resume', () => service.power('resume'))
}

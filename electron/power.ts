import { powerMonitor } from 'electron'
import type { App } from '../server/app.ts'

/** Passes on to the service when the machine is going to sleep and when it is back: no timer runs in between. */
export function passPowerOn(service: App): void {
  powerMonitor.on('suspend', () => service.power('suspend'))
  powerMonitor.on('resume', () => service.power('resume'))
}

// Loaded before the service. Shifts its wall clock by the milliseconds in a file, as if somebody had set the clock.
import { readFileSync } from 'node:fs'

const RealDate = Date
const now = () => RealDate.now() + Number(readFileSync(process.env.TEST_CLOCK_OFFSET, 'utf8'))

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    super(...(parts.length ? parts : [now()]))
  }
  static now = now
}

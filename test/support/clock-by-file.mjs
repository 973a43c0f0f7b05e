// Loaded before the service: its wall clock is off by the milliseconds that a file says, as if somebody had set it.
import { readFileSync } from 'node:fs'

const RealDate = Date
const now = () => RealDate.now() + Number(readFileSync(process.env.TEST_CLOCK_OFFSET, 'utf8'))

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    super(...(parts.length ? parts : [now()]))
  }
  static now = now
}

import { createHash } from 'node:crypto'

/** A puzzle of the platform's form that `number` solves. */
export function puzzleFor(number: number): string {
  const start = Buffer.from('thirty-two bytes or fewer')
  const digest = createHash('sha256').update(start).update(`${number}`).digest('base64')
  const task = { v: { a: start.toString('base64'), c: digest }, kept: 'as it came' }
  return Buffer.from(JSON.stringify(task)).toString('base64')
}

/** The page that is shown until its puzzle is solved. */
export const challengePage = (puzzle: string) =>
  `<html><body>Please wait...<p id="cs" class="${puzzle}"></p><p id="wci" class="_wafchallengeid"></p><p id="rci" class="waforiginalreid"></p><p id="rs" class="req-1"></p></body></html>`

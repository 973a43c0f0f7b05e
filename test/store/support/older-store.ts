import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { markAsOurs, openDatabase } from '../../../server/store/file/open-database.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const folder = fileURLToPath(new URL('../../../server/store/migrations/', import.meta.url))

/** The current migration steps, in order. */
export const stepNames = readdirSync(folder)
  .filter(name => name.endsWith('.sql'))
  .sort()

const stepText = (name: string) => readFileSync(folder + name, 'utf8')

/** What a step said in an earlier version. */
interface StepRevision {
  step: string
  now: string
  once: string
}

const textWith = (name: string, changes: StepRevision[]) =>
  changes
    .filter(({ step }) => step === name)
    .reduce((text, { now, once }) => {
      if (!text.includes(now)) throw new Error(`${name} no longer says ${now}.`)
      return text.replace(now, once)
    }, stepText(name))

/** Creates a store from the named steps, or from the SQL of steps, one version each, and fills it with `content`. */
export function olderStore(steps: string[], changes: StepRevision[], content: string): string {
  const dataDir = tempFolder()
  const db = openDatabase(dataDir)
  for (const step of steps) db.exec(step.endsWith('.sql') ? textWith(step, changes) : step)
  db.pragma(`user_version = ${steps.length}`)
  markAsOurs(db)
  db.exec(content)
  db.close()
  return dataDir
}

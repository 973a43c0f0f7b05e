import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const FOLDERS = {
  'html5lib-tests/tree-construction': process.env.WINNOW_HTML5LIB,
  pages: process.env.WINNOW_PAGES,
}

/** The files of a folder of public test pages by name, or the reason why the folder is missing. */
export function publicFiles(
  folder: keyof typeof FOLDERS,
  ending: string,
): [name: string, text: string][] | string {
  const path = resolve(FOLDERS[folder] ?? join(import.meta.dirname, '../../../../shared', folder))
  if (!existsSync(path)) return `there is no folder ${path}`
  const names = readdirSync(path).filter(name => name.endsWith(ending))
  return names.map(name => [name, readFileSync(join(path, name), 'utf8')])
}

/** A test of tree construction: a page, and its expected tree as the file has it. */
interface TreeTest {
  page: string
  expected: string
}

/** The tests of a file, except those for fragments and for browsers without scripting. */
export function treeTests(file: string): TreeTest[] {
  const cases = `\n${file}`.split('\n#data\n').slice(1)
  const documentTests = cases.filter(text => !/\n#(document-fragment|script-off)\n/.test(text))
  return documentTests.map(text => {
    const [page = '', rest = ''] = text.split(/\n#errors\n/, 2)
    return { page, expected: rest.split('#document\n')[1] ?? '' }
  })
}

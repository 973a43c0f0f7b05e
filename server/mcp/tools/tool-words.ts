import { inputSchema } from '../../docs/json-schema.ts'
import type { Operation } from '../../operations/operation.ts'

/** A path of the REST interface in a text, with its verb and quotes. */
const PATH = /(`?)(?:(GET|POST|PUT|DELETE) )?(\/v1\/[^\s`,;?]*[^\s`,;?.])\1/g

/** What only those who send requests can follow. */
const OF_REQUESTS = /curl|multipart|file part|as JSON|percent-encode|\bquery\b|`X-[A-Z]|If-Match/

/** Sentences end before a capital or a quote; a dot inside a path or a number ends none. */
const sentences = (text: string) => text.split(/(?<=[.!?]) (?=[A-Z`{])/)

const pattern = (path: string) =>
  new RegExp(`^${path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)

/** The ids that stand in a path, as arguments; not the names of such, which stand in braces. */
const idsIn = ({ groups = {} }: RegExpExecArray) =>
  Object.entries(groups)
    .filter(([, id]) => !/^[{…]/.test(id))
    .map(([name, id]) => ` with ${name} ${id}`)
    .join('')

/** Turns what operations say to those who send requests into what those who call tools can follow. */
export function createToolWords(operations: readonly Operation[]) {
  const asTools = operations.flatMap(({ id, faces, method, also, path }) =>
    faces?.tool ? [{ id, name: faces.tool.name, verbs: [method, also], path: pattern(path) }] : [],
  )
  const toolAt = (verb: string | undefined, path: string) => {
    const tool = asTools.find(
      ({ verbs, path: known }) => (!verb || verbs.some(own => own === verb)) && known.test(path),
    )
    return tool && tool.name + idsIn(tool.path.exec(path)!)
  }

  return {
    /** The same text with tools in the place of paths, and without sentences about requests. */
    translate(text: string): string {
      return sentences(text)
        .filter(sentence => !OF_REQUESTS.test(sentence))
        .join(' ')
        .replaceAll(PATH, (_, _quote, verb, path) => toolAt(verb, path) ?? 'Winnow’s app')
    },

    /** The tools that list what the ids in an operation's input may name. */
    listsFor(operation: Operation): string[] {
      const nouns = Object.values(inputSchema(operation).properties ?? {}).map(field => field['x-id-of'])
      return asTools.filter(({ id }) => nouns.some(noun => id === `${noun}-list`)).map(({ name }) => name)
    },
  }
}

export type ToolWords = ReturnType<typeof createToolWords>

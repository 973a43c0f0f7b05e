import { parseWhole } from '../../../../server/parsers/json/lenient-json.ts'
import { isXml } from '../../../../server/parsers/xml/is-xml.ts'
import { jsonTree } from './json-tree.ts'
import type { TreeNode } from './tree-node.ts'
import { xmlTree } from './xml-tree.ts'

/** Parses a page of JSON or XML to a tree, as the service parses it; returns null if it is neither. */
export function readTree(text: string): TreeNode | null {
  if (isXml(text)) return xmlTree(text)
  const json = readJson(text)
  return json === undefined ? null : jsonTree(json)
}

function readJson(text: string) {
  try {
    return parseWhole(text)
  } catch {
    return undefined
  }
}

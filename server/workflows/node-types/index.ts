import type { NodeType } from '../node-type.ts'
import { branchIf, filter } from './conditions.ts'
import { dedupe } from './dedupe.ts'
import { delay } from './delay.ts'
import { forEach } from './for-each.ts'
import { httpRequest } from './http-request.ts'
import { input } from './input.ts'
import { map } from './map.ts'
import { operation } from './operation.ts'
import { readRows, writeRows } from './rows.ts'
import { subWorkflow } from './sub-workflow.ts'
import { webhook } from './webhook.ts'

/** All types of nodes, in the order of the editor's list. */
export const NODE_TYPES: readonly NodeType[] = [
  input,
  operation,
  forEach,
  filter,
  branchIf,
  delay,
  subWorkflow,
  map,
  dedupe,
  readRows,
  writeRows,
  httpRequest,
  webhook,
]

const byName = new Map(NODE_TYPES.map(type => [type.type, type]))

export const nodeType = (name: string): NodeType | undefined => byName.get(name)

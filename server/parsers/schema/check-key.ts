import { type CheckContext, type Fault, fault, harmless, quote, type UnknownRule } from './fault.ts'
import { checkNames } from './item-names.ts'
import { CHECKS } from './key-checks.ts'
import { ALLOWED_KEYS, FORMAT_KEYS, KEYS, SOURCES, type SourceKey, sourcesOf } from './keys.ts'
import { keyHint } from './similar-key.ts'

/** Checks that a rule has exactly one source. */
export function checkSources(rule: UnknownRule): Fault | undefined {
  const sources = sourcesOf(rule)
  if (sources.length > 1) {
    return fault(
      `A rule has one source, not ${sources.map(quote).join(' and ')}.`,
      together(sources) ?? 'Try one after the other with "any".',
    )
  }
  // A rule with only these is refused for them, which says more.
  if (sources.length === 1 || 'fields' in rule || 'follow' in rule || hasUnknownKey(rule)) return undefined
  return fault('The rule has no source.', `One of: ${SOURCES.join(', ')}; or "fields".`)
}

/** Whether one of its keys does not exist, and may stand for the source. */
const hasUnknownKey = (rule: UnknownRule) => Object.keys(rule).some(key => !KEYS.includes(key))

/** Says how the second of two sources reads what the first one finds, which is what most people mean. */
function together(sources: SourceKey[]): string | undefined {
  const [first, second] = sources
  if (sources.length > 2) return undefined
  if (sources.includes('regex'))
    return `To search in what ${quote(sources.find(key => key !== 'regex'))} finds, use "transform": [{"regex": …}].`
  if (second === 'json' && first === 'css')
    return 'JSON in an attribute or a text is read by "path" beside "css".'
  if (sources.includes('index')) return 'One of several matches is taken by "pick".'
  return sources.includes('const') ? 'What stands in for null is a "default".' : undefined
}

/** Checks a key of a rule: its name, the keys beside it and its value. */
export function checkKey(key: string, rule: UnknownRule, context: CheckContext): Fault | undefined {
  const check = CHECKS.get(key)
  if (!check) return fault(`Unknown key ${quote(key)}.`, keyHint(key, KEYS))
  return checkKeysBeside(key, rule, context) ?? check(rule[key], rule, context) ?? checkNames(key, rule)
}

/** Keys that have no effect on a single value. */
const LIST_KEYS = new Set(['limit', 'unique_by', 'sort_by', 'min_items', 'max_items', 'group_by', 'entries'])

function checkKeysBeside(key: string, rule: UnknownRule, context: CheckContext): Fault | undefined {
  const sources = sourcesOf(rule)
  if (context.choice && (key === 'required' || key === 'default')) {
    return fault(`"${key}" does not go inside "any".`, `Put "${key}" beside "any".`)
  }
  if (LIST_KEYS.has(key) && rule.all !== true) return fault(`"${key}" is for lists.`, 'Set "all" to true.')
  if (key === 'remove' && 'fields' in rule) {
    return fault('"remove" does not go with "fields".', 'Put it beside what the fields read.')
  }
  if ('fields' in rule && key === 'any' && !sources.includes(key)) {
    return harmless('"any" does not go with "fields".', 'Put the fields into the rules of "any".')
  }
  if ('fields' in rule && key !== 'type' && FORMAT_KEYS.includes(key)) {
    return harmless(`"${key}" does not go with "fields".`, `Give each field its "${key}".`)
  }
  if (sources.length > 1 || sources.includes(key as SourceKey)) return undefined
  const source = sources[0] ?? 'none'
  if (ALLOWED_KEYS[source].includes(key) || (source === 'none' && hasUnknownKey(rule))) return undefined
  const combination = source === 'none' ? 'without a source' : `with "${source}"`
  return fault(
    `"${key}" does not go ${combination}.`,
    `What goes ${combination}: ${ALLOWED_KEYS[source].join(', ')}.`,
  )
}

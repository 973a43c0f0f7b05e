import type { Mode, Rule } from './build.ts'
import { TAGS } from './tag-sets.ts'

/** Tags and the rule for them. */
export type Row = [tags: readonly number[], rule: Rule]

interface ModeRules {
  start: Row[]
  otherStart: Rule
  end: Row[]
  otherEnd: Rule
  text: Rule
}

/** Creates a mode from its rules; what stands later in a list wins. */
export const createMode = ({ start, otherStart, end, otherEnd, text }: ModeRules): Mode => ({
  start: byTag(start, () => otherStart),
  end: byTag(end, () => otherEnd),
  otherStart,
  otherEnd,
  text,
})

/** A mode like another one but for some rules. */
export const extendMode = (mode: Mode, rules: Partial<ModeRules>): Mode => ({
  start: byTag(rules.start ?? [], tag => rules.otherStart ?? mode.start[tag]!),
  end: byTag(rules.end ?? [], tag => rules.otherEnd ?? mode.end[tag]!),
  otherStart: rules.otherStart ?? mode.otherStart,
  otherEnd: rules.otherEnd ?? mode.otherEnd,
  text: rules.text ?? mode.text,
})

function byTag(rows: Row[], otherwise: (tag: number) => Rule): Rule[] {
  const rules = Array.from({ length: TAGS }, (_, tag) => otherwise(tag))
  for (const [tags, rule] of rows) for (const tag of tags) rules[tag] = rule
  return rules
}

/** For tags that a mode passes over. */
export const ignore: Rule = () => {}

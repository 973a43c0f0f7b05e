import type { HtmlEngine } from './document.ts'
import { splitCss } from './expand-rule.ts'
import { parsePath } from './json/json-path.ts'
import type { RuleObject } from './parser-schema.ts'
import { constSource } from './sources/const-source.ts'
import { cssSource, itemSource } from './sources/css-source.ts'
import { jsonLdSource, jsonSource, scriptSource } from './sources/json-source.ts'
import { metaSource } from './sources/meta-source.ts'
import type { Source } from './sources/source.ts'

/** The one source of a rule. A rule without any looks where the rule around it looks. */
export function compileSource(rule: RuleObject, engine: HtmlEngine): Source {
  const all = rule.all === true
  const path = parsePath(rule.path ?? rule.json ?? '') ?? []
  const take = { path, all, fields: rule.fields !== undefined }
  if (rule.css !== undefined) return compileCss(rule.css, all, engine)
  if (rule.const !== undefined) return constSource(rule.const)
  if (rule.meta !== undefined) return metaSource(rule.meta, all)
  if (rule.jsonld !== undefined) return jsonLdSource([rule.jsonld].flat(), take)
  if (rule.script !== undefined) return scriptSource(rule.script, take)
  return rule.json === undefined ? itemSource(null) : jsonSource(take)
}

function compileCss(css: string, all: boolean, engine: HtmlEngine): Source {
  const { selector, attribute } = splitCss(css)
  return selector === ''
    ? itemSource(attribute)
    : cssSource(selector, engine.compile(selector), attribute, all)
}

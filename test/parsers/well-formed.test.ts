import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fastEngine } from '../../server/html/fast-engine.ts'
import { strictEngine } from '../../server/html/strict/strict-engine.ts'
import { compileParser } from '../../server/parsers/compile/compile-parser.ts'
import { runParser } from '../../server/parsers/run-parser.ts'
import { xmlEngine } from '../../server/parsers/xml/xml-engine.ts'

const READ_FORMS = ['text', 'own_text', 'html', 'markdown', '@title']
const fields = {
  ...Object.fromEntries(READ_FORMS.map(read => [read, { css: 'p', read }])),
  image: { css: 'img', read: 'image' },
  value: { css: 'input', read: 'value' },
  json: { jsonld: 'Thing', path: 'name' },
}
const HALF = '\ud83d'
const page = (text: string) =>
  `<div><p title="${text}">${text}</p><img src="/${text}.jpg"/><input value="${text}"/>
  <script type="application/ld+json">{"@type":"Thing","name":"\\ud83d x"}</script></div>`

describe('unpaired UTF-16 surrogates are replaced by every parser', () => {
  for (const [name, engine] of Object.entries({ fastEngine, strictEngine, xmlEngine }))
    for (const text of [`a${HALF}b`, 'a&#xd83d;b', '&#55357;&#56832;'])
      test(`${name} reads ${JSON.stringify(text)}`, () => {
        const { data } = runParser(compileParser({ fields }, engine), { text: page(text) })
        for (const [field, value] of Object.entries(data))
          assert.equal(String(value).isWellFormed(), true, `${field}: ${JSON.stringify(value)}`)
        assert.match(String(data.text), /\ufffd/)
      })
})

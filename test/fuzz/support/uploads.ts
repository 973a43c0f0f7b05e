import fc from 'fast-check'
import { joinedUpTo, NAMES, name, times, wildText } from './hostile.ts'
import type { Header } from './requests.ts'

/** A multipart body and its content type. */
interface UploadForm {
  type: string
  body: Buffer
  /** False if the closing boundary may be missing; the request is complete as HTTP nevertheless. */
  isClosed: boolean
}

const BOUNDARY = 'fuzz-7d93b2'

/** Names of fields and parts in real uploads. */
const FIELD_NAMES = [
  'html',
  'page',
  'har',
  'json',
  'file',
  'items',
  'parser_id',
  'parserId',
  'format',
  'username',
  'charset',
  'id',
]

const boundary = fc.oneof(
  { weight: 6, arbitrary: fc.constant(BOUNDARY) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', 'a', '-', '--', 'a'.repeat(69), 'a'.repeat(70), 'a'.repeat(71), 'a'.repeat(300), 'a'.repeat(20_000), "'()+_,-./:=?", 'a b', '"', 'é'), // biome-ignore format: a list
  },
)

const type = fc.oneof(
  { weight: 8, arbitrary: fc.constant((text: string) => `multipart/form-data; boundary=${text}`) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      (text: string) => `multipart/form-data; boundary="${text}"`,
      (text: string) => `multipart/form-data; boundary=${text}; boundary=other`,
      (text: string) => `Multipart/Form-Data; charset=utf-16; BOUNDARY=${text}`,
      (text: string) => `multipart/mixed; boundary=${text}`,
      (text: string) => `multipart/form-data; boundary*=utf-8''${text}`,
      () => 'multipart/form-data',
      () => 'multipart/form-data; boundary',
    ),
  },
)

const partName = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...FIELD_NAMES) },
  { weight: 3, arbitrary: fc.constantFrom(...NAMES) },
  { weight: 1, arbitrary: name },
  { weight: 1, arbitrary: times(70_000).map(count => 'n'.repeat(count)) },
)

const fileName = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('', '; filename="page.html"') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('; filename=""', '; filename="a\\"b"', '; filename="../../etc/passwd"', '; filename="C:\\\\a\\\\b.html"', '; filename="a\0b"', "; filename*=utf-8''%e2%82%ac", "; filename*=x''%", '; filename="a', '; filename=a b', '; filename="é"; filename="b"', `; filename="${'f'.repeat(9_000)}"`), // biome-ignore format: a list
  },
)

const disposition = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(partName, fileName)
      .map(([field, file]): Header => ['Content-Disposition', `form-data; name="${field}"${file}`]),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Header>(
      ['Content-Disposition', 'form-data'],
      ['Content-Disposition', 'form-data; name=html'],
      ['Content-Disposition', "form-data; name*=utf-8''html"],
      ['Content-Disposition', 'form-data; name="html'],
      ['Content-Disposition', 'form-data; name="a"; name="html"'],
      ['Content-Disposition', 'attachment; name="html"'],
      ['Content-Disposition', ''],
      ['content-disposition', 'FORM-DATA; NAME="html"'],
      ['X', 'y'],
    ),
  },
)

const partHeader = fc.oneof(
  fc.constantFrom<Header>(
    ['Content-Type', 'text/html'],
    ['Content-Type', 'text/html; charset=utf-16'],
    ['Content-Type', 'text/html; charset=x'],
    ['Content-Type', 'text/html; charset="'],
    ['Content-Type', 'application/json'],
    ['Content-Type', `multipart/mixed; boundary=${BOUNDARY}`],
    ['Content-Transfer-Encoding', 'base64'],
    ['Content-Transfer-Encoding', 'quoted-printable'],
    ['Content-Encoding', 'gzip'],
    ['Content-Length', '5'],
    ['__proto__', 'x'],
    ['constructor', 'x'],
    ['toString', 'x'],
  ),
  fc.tuple(name, wildText).map(([key, value]): Header => [key, value]),
  times(100_000).map((count): Header => ['X-Long', 'v'.repeat(count)]),
)

const content = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '',
      'x',
      '<h1>Kettle</h1>',
      '{"a": 1}',
      'url\nhttp://127.0.0.1:9/\n',
      'a,b\n1,2\n',
      '1',
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom('\r\n', '\r\n--', `\r\n--${BOUNDARY}`, `--${BOUNDARY}--`, `\r\n--${BOUNDARY}x\r\n`, `\r\n--${BOUNDARY}\r\n\r\n`, '\n\n', '\r\r\n'), // biome-ignore format: a list
  },
  {
    weight: 1,
    arbitrary: fc.constant(
      `--inner\r\nContent-Disposition: form-data; name="html"\r\n\r\nx\r\n--inner--\r\n`,
    ),
  },
  { weight: 1, arbitrary: wildText },
  { weight: 1, arbitrary: times(300_000).map(count => 'c'.repeat(count)) },
)

/** The greatest length of a body, in characters. */
const MAX_BYTES = 2_000_000

const part = fc
  .record({
    disposition,
    more: fc.array(fc.tuple(partHeader, times(5_000)), { maxLength: 2 }),
    content,
    lineEnd: fc.constantFrom('\r\n', '\r\n', '\r\n', '\r\n', '\n', '\r'),
  })
  .map(({ disposition, more, content, lineEnd }) => {
    const lines = [disposition, ...more.flatMap(([line, count]) => Array.from({ length: count }, () => line))]
    return joinedUpTo(MAX_BYTES, [...lines.map(([key, value]) => `${key}: ${value}`), '', content], lineEnd)
  })

const ENDS = ['\r\n', '', ' \r\n', '\r\nmore after the end', '\r\n--']

/** Placeholder for the name of the part that the call takes. */
const OWN = '@own'
const own = (text: string) =>
  `Content-Disposition: form-data; name="${OWN}"; filename="a"\r\nContent-Type: text/html\r\n\r\n${text}`

/** The part that the call takes, alone or followed by another, or only other parts. */
const partsAfter = fc.oneof(
  { weight: 2, arbitrary: content.map((text): [string, number][] => [[own(text), 1]]) },
  {
    weight: 1,
    arbitrary: part.map((text): [string, number][] => [
      [own('<h1>Kettle</h1>'), 1],
      [text, 1],
    ]),
  },
  { weight: 3, arbitrary: fc.array(fc.tuple(part, times(300)), { maxLength: 3 }) },
)

/** Multipart bodies for a call that takes a part with this name; most are nearly valid. */
export const form: fc.Arbitrary<(name: string) => UploadForm> = fc
  .record({
    boundary,
    type,
    before: fc.constantFrom('', '', '', 'preamble\r\n', '\r\n'),
    parts: partsAfter,
    isClosed: fc.oneof(
      { weight: 5, arbitrary: fc.constant(true) },
      { weight: 1, arbitrary: fc.constant(false) },
    ),
    end: fc.constantFrom(...ENDS),
    kept: fc.oneof(
      { weight: 5, arbitrary: fc.constant(1) },
      { weight: 1, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
    ),
  })
  .map(({ boundary, type, before, parts, isClosed, end, kept }) => (name: string) => {
    const repeated = parts.flatMap(([text, count]) => Array.from({ length: count }, () => text))
    const pieces = function* () {
      yield before
      for (const text of repeated) yield `--${boundary}\r\n${text.replace(OWN, name)}\r\n`
      if (isClosed) yield `--${boundary}--${end}`
    }
    const body = Buffer.from(joinedUpTo(MAX_BYTES, pieces()), 'utf8')
    return {
      type: type(boundary),
      body: body.subarray(0, Math.ceil(body.length * kept)),
      isClosed: isClosed && kept === 1,
    }
  })

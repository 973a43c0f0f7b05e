import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decodeText, decodeToUtf8, looksBinary } from '../../server/pages/charset.ts'

const latin = (text: string) => Buffer.from(text, 'latin1')
const utf16 = (text: string) => Buffer.from(text, 'utf16le')
const join = (...parts: (string | number[] | Uint8Array)[]) =>
  Buffer.concat(parts.map(part => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))))

const MARK_8 = [0xef, 0xbb, 0xbf]
const MARK_16LE = [0xff, 0xfe]
const SHIFT_JIS = [0x93, 0xfa, 0x96, 0x7b] // 日本
const WINDOWS_QUOTES = [0x93, 0x68, 0x69, 0x94] // “hi”
const UTF_32LE = join([0xff, 0xfe, 0, 0], [0x41, 0, 0, 0], [0x00, 0xf6, 0x01, 0x00]) // A😀
const UTF_32BE = join([0, 0, 0xfe, 0xff], [0, 0, 0, 0x41], [0, 0x01, 0xf6, 0x00])

/** One pass takes some milliseconds. What is tried again at each blank takes several seconds. */
const PASS_CPU_US = 1_500_000

describe('the text of a page', () => {
  const cases: [what: string, bytes: Uint8Array, type: string | null | undefined, text: string][] = [
    ['follows the header', join(SHIFT_JIS), 'text/html; charset=Shift_JIS', '日本'],
    ['follows a quoted label', join(SHIFT_JIS), 'text/html;charset="shift_jis"', '日本'],
    [
      'follows its meta element',
      join('<meta charset=shift_jis>', SHIFT_JIS),
      'text/html',
      '<meta charset=shift_jis>日本',
    ],
    [
      'takes the header before the meta element',
      join('<meta charset=koi8-r>é'),
      'text/html; charset=utf-8',
      '<meta charset=koi8-r>é',
    ],
    ['takes the mark before the header', join(MARK_8, 'é'), 'text/html; charset=windows-1252', 'é'],
    [
      'is read as windows-1252 where it says iso-8859-1',
      join(WINDOWS_QUOTES),
      'text/html; charset=iso-8859-1',
      '“hi”',
    ],
    ['keeps to a header that is wrong, as browsers do', latin('é!'), 'text/html; charset=utf-8', '\ufffd!'],
    [
      'passes over labels that nobody knows',
      join('<meta charset="none">é'),
      'text/html; charset=foo',
      '<meta charset="none">é',
    ],
    [
      'passes over an unknown header for the meta element',
      latin('<meta charset=latin1>é'),
      'text/html; charset=foo',
      '<meta charset=latin1>é',
    ],
    ...['cp932', 'windows-932', 'MS932'].map((label): [string, Uint8Array, string, string] => [
      `follows ${label}, which the standard does not have`,
      join(SHIFT_JIS),
      `text/html; charset=${label}`,
      '日本',
    ]),
    ['follows cp936', join([0xc4, 0xe3]), 'text/html; charset=cp936', '你'],
    ['follows cp949', join([0xc7, 0xd1]), 'text/html; charset=cp949', '한'],
    ['follows ISO8859_2', latin('±'), 'text/html; charset=ISO8859_2', 'ą'],
    ['follows latin9', latin('¤'), 'text/html; charset=latin9', '€'],
    [
      'follows win-1251 in its meta element',
      latin('<meta charset="win-1251">Ïð'),
      'text/html',
      '<meta charset="win-1251">Пр',
    ],
    [
      'is UTF-8 where a meta element names win-1251',
      join('<meta charset=win1251>é'),
      null,
      '<meta charset=win1251>é',
    ],
    ['passes over encodings that are unsafe', join('é'), 'text/html; charset=iso-2022-kr', 'é'],
    ['passes over a Content-Type that is none', join('é'), 'html', 'é'],
    ['is UTF-8 where nothing is said and the bytes are valid', join('é 日本'), null, 'é 日本'],
    ...[1, 2, 3].map((bytes): [string, Uint8Array, null, string] => [
      `is UTF-8 where nothing is said and it ends after ${bytes} bytes of a character`,
      join('Zürich 😀').subarray(0, -4 + bytes),
      null,
      'Zürich \ufffd',
    ]),
    ['is windows-1252 where it only ends like a character of UTF-8', latin('Zürich é'), null, 'Zürich é'],
    [
      'is UTF-8 where nothing is said and few bytes are wrong',
      join('Grüße '.repeat(20), [0xc3], '.', [0xe9]),
      null,
      `${'Grüße '.repeat(20)}\ufffd.\ufffd`,
    ],
    ['is windows-1252 where few bytes look like UTF-8', latin('Ã© é è ü'), null, 'Ã© é è ü'],
    ['is windows-1252 where nothing is said and they are not', latin('café'), undefined, 'café'],
    [
      'is UTF-8 where the meta element says UTF-16, which it cannot be',
      join('<meta charset=utf-16>é'),
      null,
      '<meta charset=utf-16>é',
    ],
    ['may be UTF-16, little end first', join(MARK_16LE, utf16('é日')), 'text/html', 'é日'],
    ['may be UTF-16, big end first', join([0xfe, 0xff], utf16('é日').swap16()), 'text/html', 'é日'],
    ['may be UTF-16 by the header alone', utf16('é日'), 'text/html; charset=utf-16le', 'é日'],
    ['may be UTF-32, little end first', UTF_32LE, 'text/html', 'A😀'],
    ['may be UTF-32, big end first', UTF_32BE, null, 'A😀'],
    [
      'follows an XML declaration',
      latin('<?xml version="1.0" encoding="iso-8859-15"?>¤'),
      'application/xml',
      '<?xml version="1.0" encoding="iso-8859-15"?>€',
    ],
    [
      'follows an XML declaration in HTML',
      latin('<?xml version="1.0" encoding="latin1"?>é'),
      'text/html',
      '<?xml version="1.0" encoding="latin1"?>é',
    ],
    ['is UTF-8 in XML without a declaration', join('<a>é</a>'), 'application/rss+xml', '<a>é</a>'],
    [
      'is UTF-8 in JSON, whatever markup its strings hold',
      join('{"a":"<meta charset=koi8-r>é"}'),
      'application/json',
      '{"a":"<meta charset=koi8-r>é"}',
    ],
    ['is UTF-8 in JSON even with a wrong byte', latin('"é"'), 'application/ld+json', '"\ufffd"'],
    ['follows the header in JSON', latin('"é"'), 'application/json; charset=latin1', '"é"'],
    ['loses its mark', join(MARK_8, 'page'), 'text/html; charset=utf-8', 'page'],
    ['loses its mark in JSON', join(MARK_8, '{}'), 'application/json', '{}'],
    ['loses a mark of gb18030', join([0x84, 0x31, 0x95, 0x33], 'page'), 'text/html; charset=gb18030', 'page'],
    ['may be empty', new Uint8Array(), null, ''],
  ]
  for (const [what, bytes, type, text] of cases)
    test(what, async () => {
      assert.equal(decodeText(bytes, type), text)
      assert.equal(Buffer.from(await decodeToUtf8(bytes, type)).toString(), text)
    })

  test('is the same if it is decoded to UTF-8, and other work runs meanwhile', async () => {
    const pages = [
      latin('Zürich ü'.repeat(500_000)),
      utf16('Zürich 😀'.repeat(100_000)),
      join('é😀'.repeat(100_000), [0xe9]),
    ]
    for (const [i, page] of pages.entries()) {
      const type = i === 1 ? 'text/html; charset=utf-16le' : null
      assert.equal(Buffer.from(await decodeToUtf8(page, type)).toString(), decodeText(page, type))
    }
    let hasRun = false
    setImmediate(() => {
      hasRun = true
    })
    await decodeToUtf8(latin('Zürich ü'.repeat(2_000_000)))
    assert.ok(hasRun)
  })

  test('follows a meta element far down in the head', () => {
    const head = `<html><head><style>${'a{color:red}'.repeat(4_000)}</style><meta http-equiv="content-type" content="text/html; charset=shift_jis">`
    assert.equal(decodeText(join(head, SHIFT_JIS), 'text/html'), `${head}日本`)
  })

  test('is decoded in one pass, whatever follows the name of a charset', () => {
    const before = process.cpuUsage()
    for (const head of [`<meta charset=${' '.repeat(64_000)}>`, '<meta '.repeat(10_000)])
      assert.equal(decodeText(latin(`${head}é`), 'text/html'), `${head}é`)
    const { user } = process.cpuUsage(before)
    assert.ok(user < PASS_CPU_US, `${user} µs`)
  })

  test('can be decoded from a view of a larger buffer', () => {
    const buffer = join('xx', UTF_32LE, 'xx')
    assert.equal(decodeText(buffer.subarray(2, -2)), 'A😀')
  })
})

describe('bytes', () => {
  const kinds: [what: string, bytes: Uint8Array, binary: boolean][] = [
    ['of a picture are binary', join([0x89], 'PNG\r\n', [0x1a, 0x0a, 0, 0, 0, 0x0d]), true],
    ['of a PDF file without a NUL are binary', join('%PDF-1.4\n1 0 obj'), true],
    ['of a small picture are binary', join('GIF89a;'), true],
    ['that only speak of PDF are text', join('<p>%PDF-1.4'), false],
    ['with one NUL are binary', join('<p>', [0], '</p>'), true],
    ['of UTF-16 without a mark are binary', utf16('text'), true],
    ['of UTF-16 with its mark are text', join(MARK_16LE, utf16('text')), false],
    ['of UTF-32 with its mark are text', UTF_32LE, false],
    ['of UTF-32 with its other mark are text', UTF_32BE, false],
    ['of UTF-8 are text', join(MARK_8, 'é'), false],
    ['of windows-1252 are text', latin('é'), false],
    ['that are none are text', new Uint8Array(), false],
  ]
  for (const [what, bytes, binary] of kinds) test(what, () => assert.equal(looksBinary(bytes), binary))

  test('of UTF-16 without a byte order mark are text when the header says so', () => {
    for (const charset of ['utf-16', 'UTF-16LE', 'utf-16be'])
      assert.equal(looksBinary(utf16('text'), `text/html; charset=${charset}`), false, charset)
    for (const type of ['text/html; charset=utf-8', 'application/xml', 'image/png', null])
      assert.equal(looksBinary(utf16('text'), type), true, String(type))
  })
})

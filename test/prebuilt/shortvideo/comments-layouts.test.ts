import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { shortvideoComments } from '../../../server/prebuilt/shortvideo/comments.ts'
import { loaded } from '../support/loaded.ts'
import { comment, commentList } from './pages.ts'

const api = await loaded(shortvideoComments)

const commentsFrom = (...bodies: unknown[]) =>
  api.output.parse(api.read(bodies.map(body => ({ source: 'saved', body }))))

const oneFrom = (more: object) => commentsFrom(commentList([comment('1', more)], 20, 1)).comments[0]

describe('a list of comments', () => {
  test('gives each comment and the cursor of the next page', () => {
    assert.deepEqual(commentsFrom(commentList([comment('1')], 20, 1)), {
      comments: [
        {
          id: '1',
          text: 'Comment 1',
          create_time: 1_770_281_693,
          likes: 2,
          reply_count: 3,
          author: {
            id: '6900000000000000007',
            unique_id: 'limpet',
            nickname: 'Limpet',
            avatar: 'https://pictures.example/limpet.webp',
          },
        },
      ],
      pagination: { cursor: 20, has_more: true },
    })
  })

  test('keeps comments that are only a picture, and the order shown', () => {
    const { comments } = commentsFrom(
      commentList([comment('2', { stick_position: 1 }), comment('1', { text: '', image_list: [{}] })], 20, 1),
    )
    assert.deepEqual(
      comments.map(({ id, text }) => [id, text]),
      [
        ['2', 'Comment 2'],
        ['1', ''],
      ],
    )
  })

  test('counts no replies when it names and shows none', () => {
    assert.equal(oneFrom({ reply_comment_total: undefined })?.reply_count, 0)
    assert.equal(oneFrom({ reply_comment_total: 'many' })?.reply_count, null)
    const preview = { reply_comment_total: undefined, reply_comment: [comment('9')] }
    assert.equal(oneFrom(preview)?.reply_count, null)
    assert.equal(commentsFrom(commentList([comment('1', preview)], 20, 1)).comments.length, 1)
  })

  test('leaves out what answers another comment, whatever names that', () => {
    for (const reply_id of ['7', 7, JSON.parse('{"toString": 1}')]) {
      const { comments } = commentsFrom(commentList([comment('1'), comment('2', { reply_id })], 20, 1))
      assert.deepEqual(
        comments.map(({ id }) => id),
        ['1'],
      )
    }
    for (const reply_id of [0, '']) assert.equal(oneFrom({ reply_id })?.id, '1')
  })

  test('may have numbers as text, and times in milliseconds', () => {
    assert.equal(oneFrom({ create_time: '1770281693' })?.create_time, 1_770_281_693)
    assert.equal(oneFrom({ create_time: 1_770_281_693_521 })?.create_time, 1_770_281_693)
    assert.equal(oneFrom({ create_time: '2026-02-05T08:54:53Z' })?.create_time, null)
    const more = (flag: unknown) => commentsFrom(commentList([comment('1')], '20', flag)).pagination
    assert.deepEqual(more('1'), { cursor: 20, has_more: true })
    assert.deepEqual(more('0'), { cursor: 20, has_more: false })
  })

  test('gives null for what it does not contain', () => {
    assert.deepEqual(commentsFrom(commentList([{ cid: '1' }], null, 'yes')), {
      comments: [
        {
          id: '1',
          text: null,
          create_time: null,
          likes: null,
          reply_count: 0,
          author: { id: null, unique_id: null, nickname: null, avatar: null },
        },
      ],
      pagination: { cursor: null, has_more: null },
    })
  })

  test('may be empty', () => {
    for (const none of [null, []])
      assert.deepEqual(commentsFrom(commentList(none, 0, 0)), {
        comments: [],
        pagination: { cursor: 0, has_more: false },
      })
  })

  test('with an unknown layout is an error, not an empty list', () => {
    for (const malformed of [{}, 'text', [7], [{ id: '1', content: 'Hello' }], [[comment('1')]]])
      assert.throws(
        () => commentsFrom(commentList(malformed, 20, 1)),
        { code: 'changed' },
        JSON.stringify(malformed),
      )
    assert.throws(() => commentsFrom({ comments: [] }), {
      code: 'changed',
      message: /Tried: comments\[\]\.cid/,
    })
  })
})

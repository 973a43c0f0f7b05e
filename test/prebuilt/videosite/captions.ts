/** Handwritten captions, one text per format. */

import { VIDEO } from './players.ts'

export const json3 = {
  wireMagic: 'pb3',
  events: [
    { tStartMs: 0, dDurationMs: 90_000, id: 1 },
    { tStartMs: 1110, dDurationMs: 9120, segs: [{ utf8: 'This' }, { utf8: ' is', tOffsetMs: 100 }] },
    { tStartMs: 6280, dDurationMs: 10, aAppend: 1, segs: [{ utf8: '\n' }] },
    { tStartMs: 6290, segs: [{ utf8: ' a tide\npool ' }] },
  ],
}

export const srv1 = `<?xml version="1.0" encoding="utf-8" ?><transcript>
  <text start="0.13" dur="3.646">it&amp;#39;s &lt;i&gt;not&lt;/i&gt; 3 &amp;lt; 4
by the sea</text><text start="5" dur="0.5"></text><text start="6"/>
  <text start="7" dur="1.5">&amp;quot;AT&amp;amp;T&amp;quot; &lt;heart</text>
  <text start="9" dur="1">cut of`

export const srv3 = `<?xml version="1.0" encoding="utf-8" ?><timedtext format="3">
<head><pen id="1" fc="#E5E5E5"/></head><body>
<w t="0" id="1"/>
<p t="30" d="9810" w="1"><s p="1" ac="200">you&#39;ve</s><s t="900"> got</s></p>
<p t="5269" d="4571" w="1" a="1">
</p>
<p t="5279">&#x1F980; &amp;lt;</p>
</body></timedtext>`

const row = (startMs: unknown, endMs: unknown, text: string, targetId?: string) => ({
  transcriptSegmentRenderer: { startMs, endMs, snippet: { runs: [{ text }] }, ...(targetId && { targetId }) },
})

/** The older panel. Its track is German and automatic. */
export const searchPanel = {
  actions: [
    {
      updateEngagementPanelAction: {
        content: {
          transcriptSegmentListRenderer: {
            initialSegments: [
              {
                transcriptSectionHeaderRenderer: {
                  startMs: '0',
                  endMs: '9',
                  snippet: { simpleText: 'Chapter' },
                },
              },
              row('60', '3300', 'Das ist', `${VIDEO}.CgNhc3ISAmRlGgA%3D.60.3300`),
              row('3300', '5220', ' ein Gezeitentümpel\n'),
              row('5220', '5220', ''),
            ],
          },
        },
      },
    },
  ],
}

const item = (timestamp: string, ...texts: string[]) => ({
  macroMarkersPanelItemViewModel: {
    item: {
      timelineItemViewModel: {
        timestamp,
        contentItems: texts.map(simpleText => ({ transcriptSegmentViewModel: { simpleText } })),
      },
    },
  },
})

export const modernPanel = {
  content: {
    sectionListRenderer: {
      contents: [
        item('0:58', 'This is'),
        item('1:00', ''),
        item('1:03', 'a pool'),
        item('1:00:02', 'with a crab'),
      ],
    },
  },
}

/** The same panel in the DOM of a page that was saved with its transcript open. */
export const shownModern = ['0:58 This is', '1:03 a pool']
  .map(line => line.split(/ (.*)/))
  .map(
    ([time, text]) =>
      `<transcript-segment-view-model class="ytwTranscriptSegmentViewModelHost"><div class="ytwTranscriptSegmentViewModelTimestamp">${time}</div><div class="ytwTranscriptSegmentViewModelTimestampA11yLabel">58 seconds</div><span class="yt-core-attributed-string" role="text">${text}</span></transcript-segment-view-model>`,
  )
  .join('')

export const shownOlder = shownModern
  .replaceAll('transcript-segment-view-model', 'ytd-transcript-segment-renderer')
  .replaceAll('"ytwTranscriptSegmentViewModelTimestamp"', '"segment-timestamp style-scope"')
  .replaceAll('class="yt-core-attributed-string" role="text"', 'class="segment-text"')

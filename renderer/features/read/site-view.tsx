import { Alert, Group, Stack, Tabs, Text, UnstyledButton } from '@mantine/core'
import { useMemo, useState } from 'react'
import { counted } from '../../ui/counted.ts'
import { numberText } from '../../ui/number-text.ts'
import { Panes } from '../../ui/page/panes.tsx'
import { CallView } from './call-view.tsx'
import { Facts } from './facts.tsx'
import { type LinksOrigin, LinksTable } from './links-table.tsx'
import classes from './read.module.css'
import { requestOf } from './readings.ts'
import type { LinkGroup, LinksAnswer, LinksReading, SiteLinks } from './site-links.ts'

/** The links of a page or sitemap, grouped by the form of their addresses, and the call itself. */
export function SiteView({
  account,
  reading,
  answer,
}: {
  account: string
  reading: LinksReading
  answer: LinksAnswer
}) {
  const { found } = answer
  const views = [
    {
      name: 'links',
      label: 'Links',
      content: <GroupedLinks account={account} reading={reading} found={found} />,
    },
    ...(found.sitemaps.length
      ? [
          {
            name: 'sitemaps',
            label: `Sitemaps ${found.sitemaps.length}`,
            content: <Sitemaps sitemaps={found.sitemaps} />,
          },
        ]
      : []),
    {
      name: 'call',
      label: 'Call',
      content: <CallView operation="page-links" request={requestOf(reading)} />,
    },
  ]
  return (
    <Tabs className={classes.views!} defaultValue="links" keepMounted={false}>
      <div className={classes.head}>
        <Tabs.List className={classes.tabs!}>
          {views.map(({ name, label }) => (
            <Tabs.Tab key={name} value={name}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Facts size={counted(found.total, 'link')} facts={answer} />
      </div>
      <LinkLimits found={found} />
      {views.map(({ name, content }) => (
        <Tabs.Panel key={name} value={name} className={classes.panel!}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** Says which links are not listed. */
function LinkLimits({ found: { links, total, complete, sitemaps } }: { found: SiteLinks }) {
  const failed = sitemaps.filter(({ error }) => error !== null).length
  const notes = [
    ...(total > links.length
      ? [
          `The first ${numberText(links.length)} of ${numberText(total)} links are listed. A pattern for links, among the options, lists others.`,
        ]
      : []),
    ...(complete ? [] : ['There are more links than were read.']),
    ...(failed ? [`${counted(failed, 'sitemap')} could not be read.`] : []),
  ]
  if (notes.length === 0) return null
  return (
    <Alert variant="light" color="yellow" mx={24} my={8} py={8}>
      {notes.join(' ')}
    </Alert>
  )
}

function GroupedLinks({
  account,
  reading,
  found: { links, groups, total },
}: {
  account: string
  reading: LinksReading
  found: SiteLinks
}) {
  const [chosenPattern, choosePattern] = useState<string | null>(null)
  const group = groups.find(({ pattern }) => pattern === chosenPattern)
  const groupLinks = useMemo(() => (group ? linksOf(links, group) : links), [links, group])
  return (
    <Panes
      name="read.site"
      panes={[
        {
          name: 'Groups',
          size: 28,
          min: 15,
          content: (
            <GroupList groups={groups} total={total} chosen={chosenPattern} onChoose={choosePattern} />
          ),
        },
        {
          name: 'Links',
          size: 72,
          min: 30,
          content: (
            <LinksTable
              key={chosenPattern}
              account={account}
              links={groupLinks}
              origin={originOf(reading, group)}
            />
          ),
        },
      ]}
    />
  )
}

/**
 * Returns where these links can be read again; undefined for a file, or for a group without a pattern, which is just some
 * links of that moment.
 */
function originOf(
  { url, file, wanted }: LinksReading,
  group: LinkGroup | undefined,
): LinksOrigin | undefined {
  if (file || group?.matching === null) return undefined
  const { content, same_host, links_matching, fetch } = wanted
  const pattern = group?.matching ?? links_matching
  return {
    url,
    ...(content && { content }),
    ...(fetch && { fetch }),
    ...(same_host !== undefined && { same_host }),
    ...(pattern && { links_matching: pattern }),
  }
}

/** Returns the links of a group by the regular expression that the service returned for it. */
function linksOf(links: SiteLinks['links'], { matching, examples }: LinkGroup) {
  if (matching === null) return links.filter(({ url }) => examples.includes(url))
  const pattern = new RegExp(matching)
  return links.filter(({ url }) => pattern.test(url))
}

function GroupList({
  groups,
  total,
  chosen,
  onChoose,
}: {
  groups: readonly LinkGroup[]
  total: number
  chosen: string | null
  onChoose: (pattern: string | null) => void
}) {
  const entry = (pattern: string | null, label: string, count: number) => (
    <UnstyledButton
      key={label}
      className={classes.group!}
      aria-pressed={pattern === chosen}
      title={label}
      onClick={() => onChoose(pattern)}
    >
      <span className={classes.groupName}>{label}</span>
      <span className="tabular">{numberText(count)}</span>
    </UnstyledButton>
  )
  return (
    <nav aria-label="Groups of links" className={classes.outline}>
      {entry(null, 'All links', total)}
      {groups.map(({ pattern, count }) => entry(pattern, pattern.replace(/^https?:\/\//, ''), count))}
    </nav>
  )
}

/** Lists the sitemaps of an index; those that could not be read have the reason. */
const Sitemaps = ({ sitemaps }: { sitemaps: SiteLinks['sitemaps'] }) => (
  <div className={classes.scroll}>
    <Stack gap={8} p={16} component="ul" m={0} style={{ listStyle: 'none' }} aria-label="Sitemaps">
      {sitemaps.map(({ url, links, error }) => (
        <Group key={url} component="li" gap={12} justify="space-between">
          <Text size="sm" className={`mono ${classes.groupName}`}>
            {url}
          </Text>
          <Text size="sm" c={error ? 'var(--winnow-bad)' : 'dimmed'}>
            {error ?? counted(links, 'link')}
          </Text>
        </Group>
      ))}
    </Stack>
  </div>
)

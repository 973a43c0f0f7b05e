import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useParams } from 'react-router'
import { Guide } from '../../ui/guides/guide.tsx'
import { GUIDE_INDEX, guideQuery } from '../../ui/guides/guides.ts'
import { TextLink } from '../../ui/lists/links.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { Page } from '../../ui/page/page.tsx'
import { RowsSkeleton } from '../../ui/page/skeletons.tsx'

/** The page of a guide from `docs/`; without a name, the list of all guides. */
export function GuidePage() {
  const { name = GUIDE_INDEX } = useParams()
  const guide = useQuery(guideQuery(name))
  if (guide.data) return <GuideContent key={name} text={guide.data} name={name} />
  return (
    <Page title="Guides">
      {guide.isPending && <RowsSkeleton />}
      {guide.isError && <ErrorNotice error={guide.error} onRetry={() => void guide.refetch()} />}
      {guide.data === null && <NoGuide />}
    </Page>
  )
}

function GuideContent({ text, name }: { text: string; name: string }) {
  const { hash } = useLocation()
  useEffect(() => scrollToHeading(hash), [hash])
  if (name === GUIDE_INDEX)
    return (
      <Page title="Guides">
        <Guide text={text} name={name} />
      </Page>
    )
  return (
    <Page title={/^# (.*)/.exec(text)?.[1] ?? name} back={{ to: '/guides', label: 'All guides' }}>
      <Guide text={text} name={name} />
    </Page>
  )
}

/** Scrolls to the heading that the address names, or to the top if there is none. */
function scrollToHeading(hash: string) {
  const heading = hash && document.getElementById(hash.slice(1))
  if (heading) heading.scrollIntoView()
  else document.querySelector('main')?.scrollTo(0, 0)
}

const NoGuide = () => (
  <EmptyState action={<TextLink to="/guides">Show all guides</TextLink>}>
    There is no guide with this name.
  </EmptyState>
)

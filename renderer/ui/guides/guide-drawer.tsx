import { Drawer, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { TextLink } from '../lists/links.tsx'
import { ErrorNotice } from '../page/error-notice.tsx'
import { RowsSkeleton } from '../page/skeletons.tsx'
import { Guide } from './guide.tsx'
import { guideQuery } from './guides.ts'

/** A guide beside the page that it explains. `place` is its name, with an optional heading: `jobs#batches`. */
export function GuideDrawer({
  place,
  title,
  onClose,
}: {
  place: string
  title: string
  onClose: () => void
}) {
  const [name, heading] = place.split('#') as [string, string | undefined]
  const guide = useQuery(guideQuery(name))
  return (
    <Drawer opened onClose={onClose} title={title} size="lg">
      <Text size="sm" mb={12}>
        <TextLink to={`/guides/${place}`}>Open as a page</TextLink>
      </Text>
      {guide.isPending && <RowsSkeleton />}
      {guide.isError && <ErrorNotice error={guide.error} onRetry={() => void guide.refetch()} />}
      {guide.data && <GuideText text={guide.data} name={name} heading={heading} />}
    </Drawer>
  )
}

function GuideText({ text, name, heading }: { text: string; name: string; heading: string | undefined }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (heading) box.current?.querySelector(`#${CSS.escape(heading)}`)?.scrollIntoView()
  }, [heading])
  return (
    <div ref={box}>
      <Guide text={text} name={name} />
    </div>
  )
}

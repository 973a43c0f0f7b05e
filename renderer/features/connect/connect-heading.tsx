import { SegmentedControl, Text } from '@mantine/core'
import { useNavigate } from 'react-router'

const VIEWS = { tools: '/connect', browser: '/connect/browser' } as const

/** The choice of what to connect: AI tools or a browser. */
export function ConnectHeading({ view }: { view: keyof typeof VIEWS }) {
  const navigate = useNavigate()
  return (
    <>
      <Text fz={18} fw={600} aria-hidden>
        Connect
      </Text>
      <SegmentedControl
        size="xs"
        ml={8}
        aria-label="What to connect"
        value={view}
        onChange={next => void navigate(VIEWS[next as keyof typeof VIEWS])}
        data={[
          { value: 'tools', label: 'AI tools' },
          { value: 'browser', label: 'Browser' },
        ]}
      />
    </>
  )
}

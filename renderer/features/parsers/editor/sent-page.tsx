import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate, useParams } from 'react-router'
import { startParser } from '../../../lib/parser-start.ts'
import { openSent, sentPageQuery } from '../../../lib/sent-page.ts'
import { useAccount } from '../../../lib/service/account.ts'
import { notifyError } from '../../../ui/actions/notify-error.ts'
import { ErrorNotice } from '../../../ui/page/error-notice.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { PageSkeleton } from '../../../ui/page/skeletons.tsx'

/** Opens a page that was sent from a browser in the editor of a new parser. */
export function SentPageInEditor() {
  const { id = '' } = useParams()
  const account = useAccount()
  const navigate = useNavigate()
  const sent = useQuery(sentPageQuery(account, id))
  useEffect(() => {
    if (!sent.data) return
    startParser(account, openSent(sent.data), { name: sent.data.title })
      .then(() => navigate('/parsers/page', { replace: true }))
      .catch(notifyError)
  }, [account, sent.data, navigate])
  if (!sent.error) return <PageSkeleton />
  return (
    <Page title="Sent page" back={{ to: '/parsers', label: 'All parsers' }}>
      <ErrorNotice error={sent.error} onRetry={() => void sent.refetch()} />
    </Page>
  )
}

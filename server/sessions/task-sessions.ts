import { sessionExpired } from '../pages/sessions/logged-out.ts'
import {
  changesOf,
  createSession,
  type SessionState,
  type SessionTerms,
  stateOf,
} from '../pages/sessions/session.ts'
import type { Sessions } from './sessions.ts'

/** The session that a worker was given for a task, if any. Its owner gets the changes with the answer. */
interface TaskSessions extends Sessions {
  /** Returns what its sites have changed, or undefined. */
  changes(): SessionState | undefined
}

/** The session of a task, as the service sends it. */
interface SentSession {
  terms: SessionTerms
  state: SessionState
}

export function createTaskSessions(sent: SentSession | undefined, now: () => number): TaskSessions {
  const session = sent && createSession({ ...sent, now })

  return {
    use(_place, work) {
      if (!session) throw new Error('The service sent no session with this task.')
      return work(session)
    },
    noteWelcome: async () => undefined,
    noteExpired: async (_place, seen) => sessionExpired(session!, seen),
    loginOf: () => '',
    changes() {
      if (!session) return undefined
      const changes = changesOf(sent!.state, stateOf(session))
      return changes.cookies.length + changes.storage.length > 0 ? changes : undefined
    },
  }
}

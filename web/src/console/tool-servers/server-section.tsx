import type { ComponentProps } from "react"
import { Button } from "../../kit/button.tsx"
import { Notice } from "../../kit/notice.tsx"
import { Section } from "../../kit/section.tsx"
import { Unfold } from "../../kit/unfold.tsx"
import { When } from "../../kit/when.tsx"
import { mayAs } from "../here.ts"
import { ActionForm } from "../ui/form.tsx"
import { toast } from "../ui/toast.ts"
import { useChange } from "../use-change.ts"
import { ServerButton } from "./server-button.tsx"
import type { ListedToolServer } from "./sign-in-out.tsx"
import { SignInOut } from "./sign-in-out.tsx"
import type { SignInTarget } from "./sign-in-redirect.tsx"
import { staleServers } from "./stale-servers.ts"

interface Props {
  server: ListedToolServer
  onReview(): void
  onSignIn(target: SignInTarget): void
}

/** A tool server: its state, pending reviews, and actions. */
export function ServerSection({ server, onReview, onSignIn }: Props) {
  const { name, tools, checkedAt } = server
  const waiting = tools.new + tools.changed + tools.gone
  return (
    <Section title={name} below={below(server)}>
      <Standing server={server} />
      <p className="checked">
        {checkedAt === null ? (
          "Its tools were not listed yet."
        ) : (
          <>
            Its tools were listed <When at={checkedAt} />.
          </>
        )}
      </p>
      <div className="actions">
        {mayAs("admin") && (
          <Button
            size="sm"
            variant={waiting > 0 ? "filled" : "default"}
            aria-label={`${waiting > 0 ? "Review its tools" : "Look at its tools"}: ${name}`}
            onClick={onReview}
          >
            {waiting > 0 ? "Review its tools" : "Look at its tools"}
          </Button>
        )}
        <SignInOut server={server} onSignIn={onSignIn} />
        {mayAs("admin") && <ForAdmins server={server} />}
      </div>
    </Section>
  )
}

function below({ host, auth, credentials, attachedBy }: ListedToolServer): string {
  const how = { personal: "everybody signs in for themselves", shared: "one sign-in for the whole workspace" }[
    credentials
  ]
  return `${host}, attached by ${attachedBy}; ${auth === "none" ? "without a sign-in" : how}`
}

function Standing({ server }: { server: ListedToolServer }) {
  const { text, ...look } = standingOf(server)
  return <Notice {...look}>{text}</Notice>
}

interface Standing extends Pick<ComponentProps<typeof Notice>, "tone" | "title"> {
  text?: string
}

/** The most important problem of the server, or how many tools are in use. */
function standingOf({ isPaused, failure, isSignedIn, maySignIn, tools }: ListedToolServer): Standing {
  if (isPaused) return { tone: "note", title: "Paused", text: "Nobody’s assistant uses it until it is resumed." }
  if (!isSignedIn) {
    const text = maySignIn ? "Sign in to it to use its tools." : "An admin of the workspace signs in to it."
    return { tone: "note", title: "Waiting for a sign-in", text }
  }
  if (failure !== null) return { tone: "bad", title: failure, text: "It is tried again by itself." }
  if (tools.changed > 0) {
    const one = "1 tool was changed since its review"
    const title = tools.changed === 1 ? one : `${tools.changed} tools were changed since their review`
    return { tone: "note", title, text: "None is used until an admin has looked at the difference." }
  }
  const waiting = `${count(tools.new)} for a review`
  if (tools.reviewed === 0 && tools.new > 0) {
    return { tone: "note", title: waiting, text: "None of them is used before that." }
  }
  const title = tools.reviewed === 1 ? "1 tool in use" : `${tools.reviewed} tools in use`
  return { tone: "good", title, ...(tools.new > 0 && { text: `${waiting}.` }) }
}

function count(tools: number): string {
  return tools === 1 ? "1 tool waits" : `${tools} tools wait`
}

function ForAdmins({ server }: Pick<Props, "server">) {
  const { id, name, isPaused, isSignedIn } = server
  const check = useChange("check-tool-server", {
    makesStale: staleServers,
    onDone: () => toast({ tone: "good", title: `The tools of ${name} were listed again.` }),
  })
  const pause = useChange("pause-tool-server", { makesStale: staleServers })
  const resume = useChange("resume-tool-server", { makesStale: staleServers })
  const [other, verb] = isPaused ? [resume, "Resume"] : [pause, "Pause"]
  return (
    <>
      {isSignedIn && <ServerButton change={check} id={id} words="Check again" label={`Check again: ${name}`} />}
      <ServerButton change={other} id={id} words={verb} label={`${verb} ${name}`} />
      <Detach server={server} />
    </>
  )
}

function Detach({ server: { id, name } }: Pick<Props, "server">) {
  const detach = useChange("detach-tool-server", {
    makesStale: staleServers,
    isForm: true,
    onDone: () => toast({ tone: "good", title: `${name} is detached.` }),
  })
  return (
    <Unfold label="Detach" about={name}>
      <p>Its tools stop at once, everybody’s sign-ins are forgotten, and they are revoked at the server.</p>
      <ActionForm change={detach} submit="Yes, detach it" tone="danger" toInput={() => ({ id })} />
    </Unfold>
  )
}

import type { ComponentProps } from "react"
import { Button } from "../../kit/button.tsx"
import { Notice } from "../../kit/notice.tsx"
import { Section } from "../../kit/section.tsx"
import { Unfold } from "../../kit/unfold.tsx"
import { When } from "../../kit/when.tsx"
import { stale, useChange } from "../ask.ts"
import { mayAs } from "../console-data.ts"
import { ActionForm, SmallChange } from "../ui/form.tsx"
import type { ListedToolServer, SignInTarget } from "./sign-in-out.tsx"
import { SignInOut } from "./sign-in-out.tsx"

interface Props {
  server: ListedToolServer
  onReview(): void
  onSignIn(target: SignInTarget): void
}

export function ServerSection({ server, onReview, onSignIn }: Props) {
  const { name, tools, checkedAt } = server
  const waiting = tools.new + tools.changed + tools.gone
  return (
    <Section title={name} below={below(server)}>
      <Standing server={server} />
      <p className="muted small">
        {checkedAt === null ? (
          "Tools not checked yet"
        ) : (
          <>
            Tools checked <When at={checkedAt} />
          </>
        )}
      </p>
      <div className="wrap top gap-3">
        {mayAs("admin") && (
          <Button
            size="sm"
            variant={waiting > 0 ? "filled" : "default"}
            aria-label={`${waiting > 0 ? "Review tools" : "View tools"}: ${name}`}
            onClick={onReview}
          >
            {waiting > 0 ? "Review tools" : "View tools"}
          </Button>
        )}
        <SignInOut server={server} onSignIn={onSignIn} />
        {mayAs("admin") && <ForAdmins server={server} />}
      </div>
    </Section>
  )
}

function below({ host, auth, credentials, attachedBy }: ListedToolServer): string {
  const how = { personal: "individual sign-in", shared: "shared sign-in" }[credentials]
  return `${host} · added by ${attachedBy} · ${auth === "none" ? "no sign-in" : how}`
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
  if (isPaused) return { tone: "note", title: "Paused", text: "Resume it to use its tools." }
  if (!isSignedIn) {
    const text = maySignIn ? "Sign in to use its tools." : "Ask an admin of the workspace to sign in."
    return { tone: "note", title: "Sign-in required", text }
  }
  if (failure !== null) return { tone: "bad", title: failure, text: "We'll try again automatically." }
  if (tools.changed > 0) {
    const one = "1 tool changed since its review"
    const title = tools.changed === 1 ? one : `${tools.changed} tools changed since their review`
    return { tone: "note", title, text: "Not used until an admin reviews the changes." }
  }
  const waiting = `${count(tools.new)} to review`
  if (tools.reviewed === 0 && tools.new > 0) {
    return { tone: "note", title: waiting, text: "Not used until an admin reviews them." }
  }
  const title = tools.reviewed === 1 ? "1 tool in use" : `${tools.reviewed} tools in use`
  return { tone: "good", title, ...(tools.new > 0 && { text: `${waiting}.` }) }
}

function count(tools: number): string {
  return tools === 1 ? "1 tool" : `${tools} tools`
}

function ForAdmins({ server }: Pick<Props, "server">) {
  const { id, name, isPaused, isSignedIn } = server
  const check = useChange("check-tool-server", { makesStale: stale.servers, says: `Tools of ${name} checked` })
  const pause = useChange("pause-tool-server", { makesStale: stale.servers })
  const resume = useChange("resume-tool-server", { makesStale: stale.servers })
  const [other, verb] = isPaused ? [resume, "Resume"] : [pause, "Pause"]
  return (
    <>
      {isSignedIn && <SmallChange label="Check tools" about={`Check tools: ${name}`} change={check} input={{ id }} />}
      <SmallChange label={verb} about={`${verb} ${name}`} change={other} input={{ id }} />
      <Detach server={server} />
    </>
  )
}

function Detach({ server: { id, name } }: Pick<Props, "server">) {
  const detach = useChange("detach-tool-server", { makesStale: stale.servers, isForm: true, says: `${name} removed` })
  return (
    <Unfold label="Remove" about={name}>
      <p>Removes its tools and revokes everyone's sign-in.</p>
      <ActionForm change={detach} submit="Remove server" tone="danger" toInput={() => ({ id })} />
    </Unfold>
  )
}

import { useQuery } from "@tanstack/react-query"
import { Section } from "../../../kit/section.tsx"
import { When } from "../../../kit/when.tsx"
import { type AnswerOf, readOf } from "../../ask.ts"
import { ActionForm, SelectInput } from "../../ui/form.tsx"
import { View as Frame } from "../../ui/page.tsx"
import { toast } from "../../ui/toast.ts"
import { useChange } from "../../use-change.ts"

type SignUp = AnswerOf<"get-sign-up">

const choices = [
  { value: "open", label: "Everybody" },
  { value: "closed", label: "By invitation only" },
]

const byInvitation =
  "By invitation only, an address that nobody knows gets the same answer as any other, and a mail that says that there is no account with it. Invitations to a workspace go on."

export function View() {
  const { data } = useQuery(readOf("get-sign-up", {}))
  return (
    <Frame title="Sign-up" below="Who may make an account. Those who have one sign in as before." isNarrow>
      {data && (
        <Section title="New accounts" below={byInvitation}>
          <Decision {...data} />
        </Section>
      )}
    </Frame>
  )
}

function Decision({ signUp, decidedAt }: SignUp) {
  const decide = useChange("set-sign-up", {
    makesStale: ["get-sign-up"],
    isForm: true,
    onDone: () => toast({ tone: "good", title: "It holds from now on." }),
  })
  return (
    <ActionForm change={decide} submit="Decide" toInput={(fields) => ({ signUp: fields.signUp })}>
      <SelectInput
        name="signUp"
        label="Who may make an account"
        description={
          decidedAt === null ? (
            "So far the setting SVC_SIGN_UP says so; what you decide here goes before it."
          ) : (
            <>
              Decided on <When at={decidedAt} />.
            </>
          )
        }
        options={choices}
        defaultValue={signUp}
      />
    </ActionForm>
  )
}

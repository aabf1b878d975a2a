import { useState } from "react"
import { useChange } from "../ask.ts"
import { toast } from "../toast.ts"
import { Fold } from "../ui/fold.tsx"
import { ActionForm, SelectInput, TextInput } from "../ui/form.tsx"
import { useAddress } from "../ui/use-address.ts"
import { BearerInput, type SignInTarget } from "./sign-in-out.tsx"

interface Props {
  onSignIn(target: SignInTarget): void
  onDone(): void
}

const ways = [
  { value: "oauth", label: "OAuth" },
  { value: "bearer", label: "Token" },
  { value: "none", label: "None" },
] as const
type Auth = (typeof ways)[number]["value"]

const holders = [
  { value: "personal", label: "Each member" },
  { value: "shared", label: "Whole workspace" },
] as const
type Holder = (typeof holders)[number]["value"]

const whose = {
  personal: "Each member signs in with their own account.",
  shared: "All members act there as you.",
}

/** Attaches a server: its URL, its authentication, and whether members sign in individually. */
export function AttachForm({ onSignIn, onDone }: Props) {
  const [auth, setAuth] = useState<Auth>("oauth")
  return (
    <ActionForm
      change={useAttach({ onSignIn, onDone })}
      submit={auth === "oauth" ? "Continue to sign-in" : "Add server"}
      toInput={(fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""))}
    >
      <TextInput
        name="url"
        label="MCP server URL"
        placeholder="https://mcp.example.com/mcp"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        required
      />
      <TextInput name="name" label="Name" placeholder="Host name" />
      <SelectInput
        name="auth"
        label="Authentication"
        options={ways}
        value={auth}
        onChange={({ currentTarget }) => setAuth(chosenOf(ways, currentTarget.value))}
      />
      {auth !== "none" && <HolderInput />}
      {auth === "bearer" && <BearerInput />}
      {auth === "oauth" && <ByHand />}
    </ActionForm>
  )
}

function useAttach({ onSignIn, onDone }: Props) {
  const { go } = useAddress()
  return useChange("attach-tool-server", {
    makesStale: ["list-tool-servers"],
    isForm: true,
    onDone: ({ id, signIn }, { name, url }) => {
      const shown = name || new URL(url).hostname
      if (signIn) return onSignIn({ name: shown, ...signIn })
      toast({ title: `${shown} added`, text: "Review its tools to use them." })
      onDone()
      go({ new: undefined, open: id })
    },
  })
}

function chosenOf<Value extends string>(options: readonly { value: Value }[], value: string): Value {
  const chosen = options.find((option) => option.value === value)
  if (!chosen) throw new Error("That is not one of the options.")
  return chosen.value
}

function HolderInput() {
  const [holder, setHolder] = useState<Holder>("personal")
  return (
    <SelectInput
      name="credentials"
      label="Sign-in for"
      description={whose[holder]}
      options={holders}
      value={holder}
      onChange={({ currentTarget }) => setHolder(chosenOf(holders, currentTarget.value))}
    />
  )
}

/** Rarely needed: most servers accept the service's client metadata document or register the client. */
function ByHand() {
  return (
    <Fold label="OAuth client">
      <p>Only if the server requires a registered client.</p>
      <TextInput name="clientId" label="Client ID" autoCapitalize="none" spellCheck={false} />
      <TextInput name="clientSecret" label="Client secret" type="password" autoComplete="off" />
    </Fold>
  )
}

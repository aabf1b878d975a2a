import { mountPage } from "../mount.tsx"
import { SignInCodePage } from "./sign-in-code-page.tsx"

mountPage("sign-in-code", SignInCodePage)

import { mountPage } from "../mount.tsx"
import { SignInPage } from "./sign-in-page.tsx"

mountPage("sign-in", SignInPage)

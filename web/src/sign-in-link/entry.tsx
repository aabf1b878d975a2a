import { mountPage } from "../mount.tsx"
import { SignInLinkPage } from "./sign-in-link-page.tsx"

mountPage("sign-in-link", SignInLinkPage)

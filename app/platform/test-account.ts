/** The shared test account (specification, section 2, "Sign In": "a visible hint showing a shared test account"). */
export const TEST_ACCOUNT = { email: "member@nguvu.example", password: "testpassword123" } as const;

import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { recordBundle } from "./bin/bundle-record.ts";

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), recordBundle()],
  // The site as one fetch function is what the server build exports; React Router's own build is part of it.
  environments: {
    ssr: { build: { rollupOptions: { input: "./host/app.ts" } } },
  },
});

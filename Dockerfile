# The service alone. Data lie in /data; with DATABASE_URL only the pepper of the keys does.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY build.mjs tsconfig.json ./
COPY tools ./tools
COPY src/contract ./src/contract
COPY src/core ./src/core
COPY src/addon ./src/addon
COPY src/client ./src/client
COPY src/service ./src/service
RUN node build.mjs service databases && rm -r out/service/sample

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8787 DATA_DIR=/data SEED=off
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/out/service ./out/service
COPY package.json LICENSE ./
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 8787
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.OPERATIONS_PORT || process.env.PORT) + '/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# a command reaches the running service: docker exec CONTAINER node out/service/main.mjs keys list
ENTRYPOINT ["node", "out/service/main.mjs"]

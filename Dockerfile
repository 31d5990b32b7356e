FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG VERSION=
RUN CGO_ENABLED=0 go build -trimpath -buildvcs=false \
    -ldflags "-s -w -X github.com/qlint-dev/qlint/internal/cli.release=$VERSION" -o /qlint ./cmd/qlint

FROM gcr.io/distroless/static-debian12:nonroot
COPY --from=build /qlint /usr/bin/qlint
# The repository to lint is mounted here, read-only if you like: docker run --rm -v "$PWD:/repo:ro" qlint
WORKDIR /repo
USER nonroot:nonroot
ENTRYPOINT ["/usr/bin/qlint"]
